//! Properties as JSON.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::Value;

use super::Properties;
use crate::error::FormatError;
use crate::tiled::at::At;
use crate::tiled::rules::TiledRules;

#[derive(Deserialize)]
pub(in crate::tiled) struct JsonProperty {
    name: String,
    #[serde(default)]
    value: Value,
}

/// What a list of properties says that stands at a path.
pub(in crate::tiled) fn properties(
    list: &[JsonProperty],
    path: &str,
    rules: &TiledRules,
) -> Result<Properties, FormatError> {
    let mut found = Properties::default();
    for (number, property) in list.iter().enumerate() {
        let value = match &property.value {
            Value::String(text) => Cow::Borrowed(text.as_str()),
            Value::Bool(_) | Value::Number(_) => Cow::Owned(property.value.to_string()),
            _ => Cow::Borrowed(""),
        };
        found.set(&property.name, &value, rules).map_err(|reason| {
            At::Json(format!("{path}properties[{number}].value")).refuse(reason)
        })?;
    }
    Ok(found)
}
