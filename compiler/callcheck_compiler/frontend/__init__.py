"""From an untrusted schema to the intermediate representation: freeze, resolve, build."""
