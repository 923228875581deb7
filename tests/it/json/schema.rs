//! As much of JSON Schema as docs/lc.schema.json uses: the validators that there are would add some forty
//! crates. A keyword that is not known here fails the test, so that none is passed over.

use serde_json::Value;

/// Why `value` is not valid under `schema`, a part of `root`; `at` says where in the document it stands.
pub fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (keyword, wanted) in schema.as_object().expect("a schema is an object") {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" => true,
            "$ref" => {
                let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
                check(root, root.pointer(pointer).expect(pointer), value, at)?;
                true
            }
            "type" => types(wanted).iter().any(|name| is_of_type(value, name)),
            "const" => value == wanted,
            "enum" => wanted.as_array().unwrap().contains(value),
            "minimum" => value.as_f64().is_none_or(|n| n >= wanted.as_f64().unwrap()),
            "anyOf" => valid_under(root, wanted, value, at) > 0,
            "oneOf" => valid_under(root, wanted, value, at) == 1,
            "required" => {
                let names = wanted.as_array().unwrap().iter();
                value.as_object().is_none_or(|object| {
                    names
                        .clone()
                        .all(|name| object.contains_key(name.as_str().unwrap()))
                })
            }
            "properties" => {
                each_known(root, wanted, value, at)?;
                true
            }
            "additionalProperties" => {
                each_other(root, schema, wanted, value, at)?;
                true
            }
            "items" => {
                for (i, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, wanted, item, &format!("{at}[{i}]"))?;
                }
                true
            }
            unknown => panic!("{unknown} is not known to this validator"),
        };
        if !holds {
            return Err(format!(
                "{at}: {value} is not valid under {keyword} {wanted}"
            ));
        }
    }
    Ok(())
}

fn types(wanted: &Value) -> Vec<&str> {
    match wanted {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    }
}

fn is_of_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        unknown => panic!("no type is called {unknown}"),
    }
}

fn valid_under(root: &Value, schemas: &Value, value: &Value, at: &str) -> usize {
    let schemas = schemas.as_array().unwrap().iter();
    schemas
        .filter(|schema| check(root, schema, value, at).is_ok())
        .count()
}

fn each_known(root: &Value, schemas: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (name, value) in value.as_object().into_iter().flatten() {
        if let Some(schema) = schemas.get(name) {
            check(root, schema, value, &format!("{at}.{name}"))?;
        }
    }
    Ok(())
}

/// The fields that `properties` of the same schema does not name.
fn each_other(
    root: &Value,
    schema: &Value,
    wanted: &Value,
    value: &Value,
    at: &str,
) -> Result<(), String> {
    for (name, value) in value.as_object().into_iter().flatten() {
        let is_named = schema
            .get("properties")
            .is_some_and(|known| known.get(name).is_some());
        match wanted {
            _ if is_named => {}
            Value::Bool(false) => return Err(format!("{at}.{name} is not in the schema")),
            schema => check(root, schema, value, &format!("{at}.{name}"))?,
        }
    }
    Ok(())
}
