"""Six tools as a coding agent has them: name, description and the JSON Schema of the arguments."""

from __future__ import annotations

from typing import Any

GREP: dict[str, Any] = {
    "name": "Grep",
    "description": "Search file contents with a regular expression.",
    "input_schema": {
        "type": "object",
        "properties": {
            "pattern": {"type": "string", "description": "The regular expression to search for"},
            "path": {"type": "string", "description": "The file or directory to search in"},
            "glob": {"type": "string", "description": "Only files whose name fits, such as *.py"},
            "output_mode": {
                "type": "string",
                "enum": ["content", "files_with_matches", "count"],
                "description": "What to show for each match",
            },
            "-n": {"type": "boolean", "description": "Show line numbers"},
            "-i": {"type": "boolean", "description": "Ignore case"},
            "-A": {"type": "number", "description": "Lines to show after each match"},
            "-B": {"type": "number", "description": "Lines to show before each match"},
            "head_limit": {"type": "number", "description": "Show only so many lines"},
        },
        "required": ["pattern"],
        "additionalProperties": False,
    },
}

READ: dict[str, Any] = {
    "name": "Read",
    "description": "Read a text file, or some lines of it.",
    "input_schema": {
        "type": "object",
        "properties": {
            "file_path": {"type": "string", "minLength": 1, "description": "The absolute path of the file"},
            "offset": {"type": "integer", "minimum": 1, "description": "The first line to read"},
            "limit": {"type": "integer", "minimum": 1, "maximum": 2000, "description": "How many lines"},
        },
        "required": ["file_path"],
        "additionalProperties": False,
    },
}

EDIT: dict[str, Any] = {
    "name": "Edit",
    "description": "Replace a piece of text in a file.",
    "input_schema": {
        "type": "object",
        "properties": {
            "file_path": {"type": "string", "description": "The absolute path of the file"},
            "old_string": {"type": "string", "description": "The text to replace"},
            "new_string": {"type": "string", "description": "The text to put in its place"},
            "replace_all": {"type": "boolean", "default": False, "description": "Replace every occurrence"},
        },
        "required": ["file_path", "old_string", "new_string"],
        "additionalProperties": False,
    },
}

TODO_WRITE: dict[str, Any] = {
    "name": "TodoWrite",
    "description": "Write the list of what is to be done.",
    "input_schema": {
        "type": "object",
        "properties": {
            "todos": {
                "type": "array",
                "description": "The whole list, in order",
                "items": {
                    "type": "object",
                    "properties": {
                        "content": {"type": "string", "minLength": 1},
                        "status": {"type": "string", "enum": ["pending", "in_progress", "completed"]},
                        "priority": {"type": "integer", "minimum": 1, "maximum": 5},
                    },
                    "required": ["content", "status"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["todos"],
        "additionalProperties": False,
    },
}

BASH: dict[str, Any] = {
    "name": "Bash",
    "description": "Run a shell command.",
    "input_schema": {
        "type": "object",
        "properties": {
            "command": {"type": "string", "description": "The command to run"},
            "timeout": {"type": "integer", "minimum": 1, "maximum": 600, "description": "In seconds"},
            "run_in_background": {"type": "boolean", "description": "Come back at once"},
            "env": {
                "type": "object",
                "additionalProperties": {"type": "string"},
                "description": "Environment variables to add",
            },
        },
        "required": ["command"],
        "additionalProperties": False,
    },
}

# A union that a property tells apart: which action decides what else must be there.
TERMINAL: dict[str, Any] = {
    "name": "Terminal",
    "description": "Work with a terminal that stays open.",
    "input_schema": {
        "type": "object",
        "properties": {
            "request": {
                "oneOf": [
                    {
                        "type": "object",
                        "properties": {
                            "action": {"const": "open"},
                            "shell": {"type": "string", "enum": ["bash", "zsh", "fish"]},
                        },
                        "required": ["action"],
                        "additionalProperties": False,
                    },
                    {
                        "type": "object",
                        "properties": {
                            "action": {"const": "send"},
                            "terminal": {"type": "integer"},
                            "text": {"type": "string"},
                            "enter": {"type": "boolean"},
                        },
                        "required": ["action", "terminal", "text"],
                        "additionalProperties": False,
                    },
                    {
                        "type": "object",
                        "properties": {"action": {"const": "close"}, "terminal": {"type": "integer"}},
                        "required": ["action", "terminal"],
                        "additionalProperties": False,
                    },
                ],
            },
        },
        "required": ["request"],
        "additionalProperties": False,
    },
}

TOOLS: list[dict[str, Any]] = [GREP, READ, EDIT, TODO_WRITE, BASH, TERMINAL]
