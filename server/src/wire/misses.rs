//! `Misses`: what was not answered in time, page by page.

use crate::core::Core;
use crate::limits;
use crate::stored::misses::Miss;
use isotope_cache::Key;
use isotope_proto::v1;
use prost::Message as _;
use tonic::Status;

/// The list as it was when it was asked for. A page is made when it is sent.
pub struct Listed {
    misses: std::iter::Peekable<std::vec::IntoIter<(Key, Miss)>>,
}

/// The stream for a caller.
pub type Pages = tokio_stream::Iter<Listed>;

/// The most demanded ones, so many or, for 0, all.
pub fn pages(core: &Core, limit: u64) -> Pages {
    let mut ranked = core.store.misses.ranked();
    if limit > 0 {
        ranked.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    tokio_stream::iter(Listed { misses: ranked.into_iter().peekable() })
}

impl Iterator for Listed {
    type Item = Result<v1::MissesResponse, Status>;

    fn next(&mut self) -> Option<Self::Item> {
        self.misses.peek()?;
        let mut page = v1::MissesResponse::default();
        let mut bytes = 0;
        while bytes < limits::BATCH_MESSAGE_BYTES
            && let Some((key, miss)) = self.misses.next()
        {
            let miss = miss.to_proto(&key);
            bytes += miss.encoded_len();
            page.misses.push(miss);
        }
        Some(Ok(page))
    }
}
