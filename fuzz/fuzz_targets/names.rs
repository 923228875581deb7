#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| lc_fuzz::names(data));
