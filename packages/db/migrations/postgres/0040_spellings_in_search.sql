-- Letters with two spellings are found as one, "strasse" for "straße": docs/decisions/012-search.md. The same list is in
-- packages/contract/src/text/spellings.ts; marks, as in "ё", are taken off already.
DO $do$
DECLARE
	rules text := CASE WHEN EXISTS (SELECT 1 FROM pg_collation WHERE collname = 'und-x-icu') THEN '"und-x-icu"' ELSE '"default"' END;
BEGIN
	EXECUTE format($format$
		CREATE OR REPLACE FUNCTION "search_words"(prefix text, content text) RETURNS tsvector LANGUAGE sql IMMUTABLE AS $body$
			SELECT coalesce(string_agg('''' || prefix || left(w.word, 200) || ''':' || w.place, ' ' ORDER BY w.place), '')::tsvector
			FROM regexp_split_to_table(
				replace(replace(replace(
					regexp_replace(normalize(lower(left(content, 65536) COLLATE %1$s), NFD), '[\u0300-\u036f]+', '', 'g'),
					'ς', 'σ'), 'ß', 'ss'), 'ẞ', 'ss') COLLATE %1$s,
				'[^[:alnum:]]+'
			) WITH ORDINALITY w(word, place)
			WHERE w.word <> '' AND w.place < 16383
		$body$
	$format$, rules);
END
$do$;
--> statement-breakpoint
UPDATE "search_documents" d SET "words" = "search_words"('m' || d."owner_id" || '/', m."content")
FROM "messages" m WHERE m."id" = d."message_id" AND m."content" ~ '[ßẞ]';
--> statement-breakpoint
UPDATE "search_documents" d SET "words" = "search_words"('t' || d."owner_id" || '/', c."title")
FROM "conversations" c WHERE c."id" = d."conversation_id" AND c."title" ~ '[ßẞ]';
--> statement-breakpoint
UPDATE "search_documents" d SET "words" = "search_words"('f' || d."owner_id" || '/', p."text")
FROM "file_pages" p WHERE p."file_id" = d."file_id" AND p."number" = d."page" AND p."part" = d."part" AND p."text" ~ '[ßẞ]';
--> statement-breakpoint
UPDATE "search_documents" d SET "words" = "search_words"('f' || d."owner_id" || '/', f."name")
FROM "files" f WHERE f."id" = d."file_id" AND d."page" = 0 AND f."name" ~ '[ßẞ]';
