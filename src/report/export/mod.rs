//! Comparisons in files, for other programs: in hyperfine's formats, of which lc's are supersets.

pub mod csv;
pub mod json;
pub mod markdown;
