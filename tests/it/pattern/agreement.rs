//! count, is_match and stream against the oracle, and so against each other.

use lc::count::pattern::{Pattern, PatternSpec};
use lc::count::stream::StreamMatch;
use proptest::prelude::*;

use super::grammar::{Flags, line, patterns};
use super::oracle::Oracle;

fn spec(patterns: Vec<String>, flags: Flags) -> PatternSpec {
    let [fixed_strings, ignore_case, word, whole_line, crlf] = flags;
    PatternSpec {
        patterns,
        fixed_strings,
        ignore_case,
        word,
        whole_line,
        crlf,
    }
}

fn unicode_boundaries(spec: &PatternSpec) -> bool {
    spec.word
        || spec
            .patterns
            .iter()
            .any(|pattern| pattern.contains(r"\b") || pattern.contains(r"\B"))
}

fn text_anchors(spec: &PatternSpec) -> bool {
    spec.patterns.iter().any(|pattern| {
        [r"\A", r"\z", "(?-m"]
            .iter()
            .any(|anchor| pattern.contains(anchor))
    })
}

/// Feeds `line` in parts that end at `cuts` and looks at what is told.
fn stream(stream: &mut lc::count::stream::Stream<'_>, line: &[u8], cuts: &[usize]) -> StreamMatch {
    let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut % (line.len() + 1)).collect();
    cuts.sort_unstable();
    let mut start = 0;
    for cut in cuts.into_iter().chain([line.len()]) {
        stream.feed(&line[start..cut]);
        start = cut;
    }
    stream.finish()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8 * ProptestConfig::default().cases, ..ProptestConfig::default() })]

    #[test]
    fn the_oracle_agrees_with_all_three_ways(
        (patterns, flags) in patterns(),
        lines in prop::collection::vec(line(), 0..8),
        terminated: bool,
        cuts in prop::collection::vec(any::<usize>(), 0..5),
    ) {
        let spec = spec(patterns, flags);
        let pattern = Pattern::new(&spec).unwrap();
        let oracle = Oracle::new(&spec);
        let mut part_by_part = pattern.stream();
        let mut block = lines.join(&b'\n');
        let mut expected = 0;
        for (i, line) in lines.iter().enumerate() {
            let is_match = pattern.is_match(line);
            let cut_off = unicode_boundaries(&spec) && std::str::from_utf8(line).is_err();
            if !(spec.crlf && (text_anchors(&spec) || cut_off)) {
                prop_assert_eq!(is_match, oracle.is_match(line), "{:?}", line.escape_ascii().to_string());
            }
            match stream(&mut part_by_part, line, &cuts) {
                StreamMatch::Unknown => prop_assert!(unicode_boundaries(&spec) && !line.is_ascii()),
                known => prop_assert_eq!(known == StreamMatch::Matched, is_match, "{:?}", line.escape_ascii().to_string()),
            }
            // After the last LF there is no line unless there are bytes.
            let is_line = terminated || i + 1 < lines.len() || !line.is_empty();
            expected += u64::from(is_line && is_match);
        }
        if terminated && !lines.is_empty() {
            block.push(b'\n');
        }
        prop_assert_eq!(pattern.count(&block), expected, "{:?}", block.escape_ascii().to_string());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::default())]

    /// Lines longer than any buffer of the stream, with what may match around the places where its windows end.
    #[test]
    fn long_lines_stream_as_if_they_were_held(
        (patterns, flags) in patterns(),
        filler in prop::sample::select(&["a", " ", "-", "é", "日", "\r", "\u{0}"][..]),
        windows in 1_usize..4,
        back in 0_usize..80,
        middle in line(),
        tail in line(),
        cuts in prop::collection::vec(any::<usize>(), 0..5),
    ) {
        let spec = spec(patterns, flags);
        let pattern = Pattern::new(&spec).unwrap();
        let mut line = filler.repeat((windows * (32 << 10)) / filler.len()).into_bytes();
        line.truncate(line.len() - back);
        line.extend_from_slice(&middle);
        line.extend_from_slice(filler.repeat(40).as_bytes());
        line.extend_from_slice(&tail);
        let answer = stream(&mut pattern.stream(), &line, &cuts);
        match answer {
            StreamMatch::Unknown => prop_assert!(unicode_boundaries(&spec) && !line.is_ascii()),
            known => prop_assert_eq!(known == StreamMatch::Matched, pattern.is_match(&line)),
        }
        // Cut differently, the answer is the same, Unknown included.
        prop_assert_eq!(answer, stream(&mut pattern.stream(), &line, &[]));
        prop_assert_eq!(answer, stream(&mut pattern.stream(), &line, &(0..line.len()).step_by(7).collect::<Vec<_>>()));
    }
}
