//! Severities: the rule on a table of lines, the candidate search, and what is printed of them.

mod candidates;
mod columns;
mod table;
