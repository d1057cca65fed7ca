//! The schema and the reader agree.

#![cfg(feature = "json")]

use serde_json::Value;
use tautline_formats::json::{self, SCHEMA};

/// Returns true if a value matches a schema. Supports the keywords that the schema of maps uses.
fn fits(value: &Value, schema: &Value, root: &Value) -> bool {
    let Some(keywords) = schema.as_object() else {
        return false;
    };
    keywords.iter().all(|(keyword, rule)| match keyword.as_str() {
        "$ref" => {
            let path = rule.as_str().and_then(|path| path.strip_prefix('#')).unwrap_or_default();
            root.pointer(path).is_some_and(|schema| fits(value, schema, root))
        }
        "type" => match rule.as_str() {
            Some("object") => value.is_object(),
            Some("array") => value.is_array(),
            Some("string") => value.is_string(),
            Some("number") => value.is_number(),
            Some("integer") => value.is_i64() || value.is_u64(),
            Some("boolean") => value.is_boolean(),
            _ => false,
        },
        "const" => value == rule,
        "enum" => rule.as_array().is_some_and(|all| all.contains(value)),
        "required" => rule.as_array().is_some_and(|names| {
            names.iter().all(|name| name.as_str().is_some_and(|name| value.get(name).is_some()))
        }),
        "additionalProperties" => value.as_object().is_none_or(|fields| {
            *rule == Value::Bool(false)
                && fields.keys().all(|name| schema["properties"].get(name).is_some())
        }),
        "properties" => value.as_object().is_none_or(|fields| {
            fields
                .iter()
                .all(|(name, field)| rule.get(name).is_none_or(|rule| fits(field, rule, root)))
        }),
        "items" => {
            value.as_array().is_none_or(|items| items.iter().all(|item| fits(item, rule, root)))
        }
        "minItems" => value.as_array().is_none_or(|all| Some(all.len() as u64) >= rule.as_u64()),
        "maxItems" => value.as_array().is_none_or(|all| Some(all.len() as u64) <= rule.as_u64()),
        "uniqueItems" => value
            .as_array()
            .is_none_or(|all| (1..all.len()).all(|index| !all[..index].contains(&all[index]))),
        "minimum" => value.as_f64().is_none_or(|number| Some(number) >= rule.as_f64()),
        "maximum" => value.as_f64().is_none_or(|number| Some(number) <= rule.as_f64()),
        "$schema" | "$id" | "$defs" | "title" | "description" | "default" | "examples" => true,
        _ => false,
    })
}

fn schema() -> Value {
    serde_json::from_str(SCHEMA).unwrap_or_default()
}

#[test]
fn the_examples_of_the_schema_fit_and_are_read() {
    let schema = schema();
    let examples = schema["examples"].as_array().unwrap();
    assert!(!examples.is_empty());
    for example in examples {
        assert!(fits(example, &schema, &schema), "{example}");
        let map = json::parse(&example.to_string()).unwrap();
        let written = serde_json::from_str(&json::write(&map)).unwrap();
        assert!(fits(&written, &schema, &schema), "{written}");
    }
}

#[test]
fn values_that_do_not_match_the_schema_are_not_read() {
    let schema = schema();
    let cases = [
        r#"[]"#,
        r#"{ "tautline": 2, "areas": [] }"#,
        r#"{ "tautline": 1 }"#,
        r#"{ "tautline": 1, "areas": [], "rivers": [] }"#,
        r#"{ "tautline": 1, "areas": [], "name": null }"#,
        r#"{ "tautline": 1, "areas": [], "terrains": ["a", "a"] }"#,
        r#"{ "tautline": 1, "areas": [{ "corners": [[0,0],[1,0]] }] }"#,
        r#"{ "tautline": 1, "areas": [{ "corners": [[0,0],[1,0],[1]] }] }"#,
        r#"{ "tautline": 1, "areas": [{ "corners": [[0,0],[1,0],[1,1,1,1]] }] }"#,
        r#"{ "tautline": 1, "areas": [{ "corners": [[0,0],[1,0],[1,1e39]] }] }"#,
        r#"{ "tautline": 1, "areas": [{ "corners": [[0,0],[1,0],[1,1]], "id": -1 }] }"#,
        r#"{ "tautline": 1, "areas": [{ "corners": [[0,0],[1,0],[1,1]], "terrain": 0 }] }"#,
        r#"{ "tautline": 1, "areas": [], "walls": [[[0,0],[1,0,0]]] }"#,
        r#"{ "tautline": 1, "areas": [], "walls": [[[0,0]]] }"#,
        r#"{ "tautline": 1, "areas": [], "links": [{ "from": [0,0] }] }"#,
        r#"{ "tautline": 1, "areas": [], "links": [{ "from": [0,0], "to": [1,1], "kind": "x" }] }"#,
        r#"{ "tautline": 1, "areas": [], "links": [{ "from": [0,0], "to": [1,1], "cost": -1 }] }"#,
        r#"{ "tautline": 1, "areas": [], "links": [{ "from": [0,0], "to": [1,1], "both_ways": 1 }] }"#,
    ];
    for text in cases {
        let value = serde_json::from_str(text).unwrap();
        assert!(!fits(&value, &schema, &schema), "{text}");
        assert!(json::parse(text).is_err(), "{text}");
    }
}
