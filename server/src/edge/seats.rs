//! Who has a connection: a bounded number of seats, of which nobody takes all.
//!
//! A connection is a *stranger* until a call of its own was admitted. Whoever comes when all seats are taken gets the one of a stranger:
//! of the one that came first, of the address that has most of them. Admitted callers without an identity have a part of the seats, and
//! those of one address a smaller one, where the operator has said who there is: the rest is for those who show an identity.

use crate::failure::Failure;
use crate::limits;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The seats. Cloning shares them.
#[derive(Clone, Debug)]
pub struct Seats {
    state: Arc<Mutex<State>>,
    all: usize,
}

#[derive(Debug, Default)]
struct State {
    /// By number: later ones are larger.
    taken: BTreeMap<u64, Taken>,
    next: u64,
}

#[derive(Debug)]
struct Taken {
    /// Where it is from; `None`: nowhere that other machines reach.
    address: Option<IpAddr>,
    who: Who,
    /// Tells the connection that it has lost its seat.
    lost: watch::Sender<bool>,
}

/// Facts about a connection's caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// No call of it was admitted.
    Stranger,
    /// Nobody in particular.
    Anybody,
    /// Somebody with an identity.
    Known,
}

/// One seat; dropping it gives it back.
#[derive(Debug)]
pub struct Seat {
    seats: Seats,
    number: u64,
    lost: watch::Receiver<bool>,
}

impl Seats {
    /// So many seats, at least one.
    pub fn new(all: usize) -> Self {
        Seats { state: Arc::default(), all: all.max(1) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Every change is whole before the lock is given back.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A seat for a connection from `address`; `None` where all are taken by admitted callers.
    pub fn take(&self, address: Option<IpAddr>) -> Option<Seat> {
        let mut state = self.lock();
        if state.taken.len() >= self.all && !state.give_way() {
            return None;
        }
        state.next += 1;
        let number = state.next;
        let (lost, is_lost) = watch::channel(false);
        state.taken.insert(number, Taken { address, who: Who::Stranger, lost });
        Some(Seat { seats: self.clone(), number, lost: is_lost })
    }
}

impl State {
    fn count(&self, which: impl Fn(&Taken) -> bool) -> usize {
        self.taken.values().filter(|taken| which(taken)).count()
    }

    /// Takes the seat of the stranger that came first, of the address with most of them; whether there is one.
    fn give_way(&mut self) -> bool {
        let mut strangers: HashMap<Option<IpAddr>, (usize, u64)> = HashMap::new();
        for (number, taken) in self.taken.iter().filter(|(_, taken)| taken.who == Who::Stranger) {
            strangers.entry(taken.address).or_insert((0, *number)).0 += 1;
        }
        // Of two with as many the one that came first, whatever the order of the map.
        let most = strangers.into_values().max_by_key(|(count, first)| (*count, std::cmp::Reverse(*first)));
        let Some(gone) = most.and_then(|(_, first)| self.taken.remove(&first)) else { return false };
        gone.lost.send_replace(true);
        true
    }
}

impl Seat {
    /// A call of the connection was admitted, for somebody with an identity or not: it is no stranger any more. `Err`: callers without
    /// an identity, or those of its address, have their part of the seats already, where there are identities (`keeps_some`).
    pub fn admitted(&self, is_known: bool, keeps_some: bool) -> Result<(), Failure> {
        let seats = &self.seats;
        let mut state = seats.lock();
        let Some(own) = state.taken.get(&self.number) else { return Ok(()) };
        let who = if is_known { Who::Known } else { Who::Anybody };
        if own.who == who || own.who == Who::Known {
            return Ok(());
        }
        if who == Who::Anybody {
            let anybody = state.count(|t| t.who == Who::Anybody);
            let address = own.address;
            let neighbours = address.map_or(0, |_| state.count(|t| t.who == Who::Anybody && t.address == address));
            let kept = if keeps_some { seats.all / limits::KNOWN_PART } else { 0 };
            let (bound, of_an_address) = (seats.all - kept, (seats.all / limits::ADDRESS_PART).max(1));
            if anybody >= bound || neighbours >= of_an_address {
                let of_address = anybody < bound;
                return Err(Failure::Seats { of_address, bound: if of_address { of_an_address } else { bound } });
            }
        }
        if let Some(own) = state.taken.get_mut(&self.number) {
            own.who = who;
        }
        Ok(())
    }

    /// Whether no call of the connection was admitted yet.
    pub fn is_a_strangers(&self) -> bool {
        self.seats.lock().taken.get(&self.number).is_some_and(|taken| taken.who == Who::Stranger)
    }

    /// Comes to its end when another connection has got this seat.
    pub async fn lost(&self) {
        let mut lost = self.lost.clone();
        if lost.wait_for(|lost| *lost).await.is_err() {
            // The sender goes with the seat alone.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.lock().taken.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    impl Seats {
        fn taken(&self) -> usize {
            self.lock().taken.len()
        }
    }

    fn address(last: u8) -> Option<IpAddr> {
        Some(Ipv4Addr::new(192, 0, 2, last).into())
    }

    fn has_lost(seat: &Seat) -> bool {
        *seat.lost.borrow()
    }

    #[test]
    fn a_stranger_gives_way_to_whoever_comes() {
        let seats = Seats::new(16);
        let flood: Vec<Seat> = (0..100).map(|_| seats.take(address(1)).unwrap()).collect();
        assert_eq!(seats.taken(), 16);
        assert!(flood[..84].iter().all(has_lost) && !flood[84..].iter().any(has_lost));
        let other = seats.take(address(2)).unwrap();
        let more: Vec<Seat> = (0..30).map(|_| seats.take(address(1)).unwrap()).collect();
        assert!(!has_lost(&other), "whose address has fewer stays");
        other.admitted(false, true).unwrap();
        assert!(!other.is_a_strangers() && more[29].is_a_strangers());
        drop((flood, more, other));
        assert_eq!(seats.taken(), 0);
    }

    #[test]
    fn callers_without_identity_do_not_take_all() {
        let seats = Seats::new(16);
        let seated = |known: bool, from: u8| {
            let seat = seats.take(address(from)).unwrap();
            seat.admitted(known, true).map(|()| seat)
        };
        let of_one: Vec<_> = (0..16).map(|_| seated(false, 1)).collect();
        assert_eq!(of_one.iter().flatten().count(), 8, "half are one address's");
        let refused = of_one.into_iter().find_map(Result::err).unwrap().to_string();
        assert!(refused.contains("this address") && refused.contains('8'), "{refused}");
        let of_many: Vec<_> = (0..16).map(|n| seated(false, n + 10)).collect::<Vec<_>>();
        assert_eq!(of_many.iter().flatten().count(), 12);
        let known: Vec<_> =
            (0..8).filter_map(|_| seats.take(address(1)).filter(|s| s.admitted(true, true).is_ok())).collect();
        assert_eq!(known.len(), 4, "the rest is theirs");
        assert!(seats.take(None).is_none(), "all seats are taken by callers who were admitted");
        drop(known);
        assert!(seats.take(None).unwrap().admitted(true, true).is_ok());
    }

    #[test]
    fn the_loopback_interface_has_no_part_of_its_own() {
        let seats = Seats::new(8);
        let seated = (0..8).map(|_| seats.take(None).unwrap()).filter(|seat| seat.admitted(false, false).is_ok());
        assert_eq!(seated.collect::<Vec<_>>().len(), 8);
    }
}
