const begins = /^(?:select|show|describe|desc|explain|with|values|table|pragma_|\d|use\s+\w+$)/i;

/** Words that change something, wherever they stand; and what reads or writes files, or runs programs, from inside a query. */
const changes =
  /\b(?:insert|update|delete|merge|upsert|drop|alter|create|truncate|grant|revoke|rename|comment|copy|call|do|exec|execute|perform|attach|detach|vacuum|analyze\s+table|reindex|cluster|refresh|install|load|set|into|lock|unlock|import|export|reset|kill|shutdown|handler|prepare|deallocate|listen|notify|begin|commit|rollback|savepoint|optimize|repair|msck|cache|uncache|purge|flush|outfile|dumpfile)\b|\b(?:load_file|load_extension|writefile|readfile|edit|fts3_tokenizer|zipfile|pg_\w*|lo_\w+|dblink\w*|nextval|setval|set_config|query_to_xml|database_to_xml|sleep|benchmark|sys_exec|sys_eval|xp_\w+|sp_\w+|openrowset|opendatasource|getenv|read_\w+|\w+_scan|http_\w+|shell\w*|system)\s*\(/i;

/** Is this one statement that only reads? */
export function sqlOnlyReads(source: string): boolean {
  if (/[\\`]|^\s*\./.test(source)) return false;
  const bare = withoutTexts(source);
  if (bare === undefined) return false;
  const statement = bare.trim().replace(/;\s*$/, '').trim();
  return statement !== '' && !statement.includes(';') && begins.test(statement) && !changes.test(statement);
}

/** The statement without comments and the inside of quotes; undefined where a quote does not end, or a comment is code (MySQL). */
function withoutTexts(source: string): string | undefined {
  if (/\/\*[!+M]/.test(source)) return undefined;
  const bare = source.replace(/--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (found) =>
    found.startsWith("'") || found.startsWith('"') ? `${found[0] ?? ''}${found[0] ?? ''}` : ' ',
  );
  return /\/\*|\$\$|(?:^|[^'])'(?:[^']|$)/.test(bare.replace(/''/g, '')) ? undefined : bare;
}
