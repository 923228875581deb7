//! Whether all rows counted the same: "same bytes, same counts" is the first law, and a row that breaks
//! it has no time worth comparing.

use std::collections::BTreeMap;

use serde_json::Value;

use super::result::Comparison;

/// A count that is not the same in all rows that read the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Its name in the JSON, a dot before what is inside: `overlong.lines`.
    pub field: String,
    /// The prefix that these rows read, if not everything.
    pub prefix: Option<u64>,
    /// Each value there is, as JSON (`absent` if not there at all), with the rows that have it.
    pub values: Vec<(String, Vec<usize>)>,
}

/// Fields to their values, as JSON.
type Flat = BTreeMap<String, String>;

/// All counts that differ, between rows or between the runs of one row. Rows that read a prefix are
/// compared with those that read the same prefix only. Failed rows are compared by the runs they have.
pub fn disagreements(comparison: &Comparison) -> Vec<Disagreement> {
    let mut groups: BTreeMap<Option<u64>, Vec<(usize, Flat)>> = BTreeMap::new();
    for (number, row) in comparison.rows.iter().enumerate() {
        let counted = row.runs.iter().map(|run| (number, flat(&run.counts)));
        groups.entry(row.prefix).or_default().extend(counted);
    }
    groups
        .iter()
        .flat_map(|(&prefix, runs)| differing(prefix, runs))
        .collect()
}

fn differing(prefix: Option<u64>, runs: &[(usize, Flat)]) -> Vec<Disagreement> {
    let mut fields: Vec<&String> = runs.iter().flat_map(|(_, counts)| counts.keys()).collect();
    fields.sort_unstable();
    fields.dedup();
    fields
        .into_iter()
        .map(|field| Disagreement {
            field: field.clone(),
            prefix,
            values: values(field, runs),
        })
        .filter(|found| found.values.len() > 1)
        .collect()
}

/// The values of a field, that of most rows first.
fn values(field: &str, runs: &[(usize, Flat)]) -> Vec<(String, Vec<usize>)> {
    let mut values: Vec<(String, Vec<usize>)> = Vec::new();
    for (row, counts) in runs {
        let value = counts.get(field).map_or("absent", String::as_str);
        match values.iter_mut().find(|(known, _)| known == value) {
            Some((_, rows)) if rows.last() == Some(row) => {}
            Some((_, rows)) => rows.push(*row),
            None => values.push((value.to_owned(), vec![*row])),
        }
    }
    values.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    values
}

fn flat(counts: &Value) -> Flat {
    let mut fields = Flat::new();
    flatten(String::new(), counts, &mut fields);
    fields
}

fn flatten(name: String, value: &Value, fields: &mut Flat) {
    match value {
        Value::Object(members) => {
            for (member, value) in members {
                let dot = if name.is_empty() { "" } else { "." };
                flatten(format!("{name}{dot}{member}"), value, fields);
            }
        }
        Value::Null if name.is_empty() => {}
        _ => {
            fields.insert(name, value.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Measurement, Row};
    use serde_json::json;

    fn row(prefix: Option<u64>, counts: &[Value]) -> Row {
        let run = |counts: &Value| Measurement {
            counts: counts.clone(),
            ..Measurement::default()
        };
        Row {
            prefix,
            runs: counts.iter().map(run).collect(),
            ..Row::default()
        }
    }

    fn found(rows: Vec<Row>) -> Vec<Disagreement> {
        disagreements(&Comparison {
            rows,
            ..Comparison::default()
        })
    }

    #[test]
    fn equal_counts_agree_whatever_the_order_of_their_fields() {
        let counts = json!({"lines": 3, "overlong": {"lines": 0}});
        let turned = json!({"overlong": {"lines": 0}, "lines": 3});
        assert_eq!(found(vec![row(None, &[counts]), row(None, &[turned])]), []);
        assert_eq!(found(Vec::new()), []);
    }

    #[test]
    fn a_difference_names_the_field_and_the_rows() {
        let right = json!({"lines": 3, "overlong": {"lines": 0}});
        let wrong = json!({"lines": 3, "overlong": {"lines": 1}});
        let rows = [&wrong, &right, &right].map(|counts| row(None, std::slice::from_ref(counts)));
        let expected = Disagreement {
            field: "overlong.lines".to_owned(),
            prefix: None,
            values: vec![("0".to_owned(), vec![1, 2]), ("1".to_owned(), vec![0])],
        };
        assert_eq!(found(rows.to_vec()), [expected]);
    }

    #[test]
    fn a_row_can_disagree_with_itself_and_by_a_missing_field() {
        let found = found(vec![row(None, &[json!({"lines": 3}), json!({})])]);
        let values = [("3".to_owned(), vec![0]), ("absent".to_owned(), vec![0])];
        assert_eq!(found[0].values, values);
    }

    #[test]
    fn prefixes_are_compared_with_their_like_only() {
        let counts = |lines: u64| [json!({ "lines": lines })];
        let rows = vec![row(None, &counts(9)), row(Some(5), &counts(4))];
        assert_eq!(found(rows.clone()), []);
        let rows = [rows, vec![row(Some(5), &counts(3))]].concat();
        assert_eq!(found(rows)[0].prefix, Some(5));
    }
}
