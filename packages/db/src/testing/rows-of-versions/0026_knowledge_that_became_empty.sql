update knowledge_sources set empty_since = '2026-11-24T05:02:00.000Z', keeps_last_text = true where key = 'folder:/knowledge';
