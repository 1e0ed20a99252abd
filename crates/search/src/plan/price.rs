//! Estimated costs.

use std::ops::Add;

/// Hundredths of an operation. A form that several values are made from is counted for each of them, so a price grows as fast as
/// the number of ways through a window; at the largest it stays. An impossible plan has no price: it is a `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Price(u64);

impl Price {
    /// One of so many equal shares.
    pub fn share(self, of: u32) -> Price {
        if self == Price::LARGEST { self } else { Price(self.0 / u64::from(of)) }
    }

    /// So many of so many equal shares.
    pub fn shares(self, some: u32, of: u32) -> Price {
        if self == Price::LARGEST { self } else { Price(self.0.saturating_mul(some.into()) / u64::from(of)) }
    }

    /// The rest of it without a part.
    pub fn without(self, part: Price) -> Price {
        if self == Price::LARGEST { self } else { Price(self.0.saturating_sub(part.0)) }
    }

    /// As good as unknown: arithmetic stays here, and a part of it is no less.
    const LARGEST: Price = Price(u64::MAX);
}

impl From<u32> for Price {
    fn from(hundredths: u32) -> Self {
        Price(hundredths.into())
    }
}

impl Add for Price {
    type Output = Price;

    fn add(self, other: Price) -> Price {
        Price(self.0.saturating_add(other.0))
    }
}

impl Add<u32> for Price {
    type Output = Price;

    fn add(self, hundredths: u32) -> Price {
        self + Price::from(hundredths)
    }
}

impl std::fmt::Display for Price {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
