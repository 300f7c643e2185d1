import { wordSet } from '../../project/text';
import type { ShellWord, Stream } from '../../shell/invocation';
import { plainWord } from '../../shell/reader/words';
import type { Action, Actions } from '../effect';
import { reads, readsAt, reveals, runs, runsUnseen, service, unclear, writes } from '../effect';

const begins = /^(?:select|show|describe|desc|explain|with|values|table|pragma_|\d|use\s+\w+$)/i;

/** Words that change something wherever they occur, and functions that use files or run programs inside a query. */
const changes =
  /\b(?:insert|update|delete|merge|upsert|drop|alter|create|truncate|grant|revoke|rename|comment|copy|call|do|exec|execute|perform|attach|detach|vacuum|analyze\s+table|reindex|cluster|refresh|install|load|set|into|lock|unlock|import|export|reset|kill|shutdown|handler|prepare|deallocate|listen|notify|begin|commit|rollback|savepoint|optimize|repair|msck|cache|uncache|purge|flush|outfile|dumpfile)\b|\b(?:load_file|load_extension|writefile|readfile|edit|fts3_tokenizer|zipfile|pg_\w*|lo_\w+|dblink\w*|nextval|setval|set_config|query_to_xml|database_to_xml|sleep|benchmark|sys_exec|sys_eval|xp_\w+|sp_\w+|openrowset|opendatasource|getenv|read_\w+|\w+_scan|http_\w+|shell\w*|system)\s*\(/i;

/** Functions of common databases that only compute. A function that a database defines itself may do anything. */
const functions = wordSet(
  'abs acos age any any_value array array_agg array_length array_position array_to_string ascii asin atan atan2 avg bit_and bit_length bit_or bool_and bool_or btrim cardinality ' +
    'cast ceil ceiling char char_length character_length chr coalesce collate concat concat_ws convert convert_tz corr cos count count_if countif crc32 cume_dist curdate current_database ' +
    'current_date current_schema current_schemas current_setting current_time current_timestamp current_user curtime database date date_add date_diff date_format date_part date_sub date_trunc ' +
    'datediff datetime day dayname dayofmonth dayofweek dayofyear decode dense_rank enum_range every exists exp explode extract field find_in_set first_value flatten floor format ' +
    'format_type from_base64 from_unixtime from_unixtimestamp generate_series glob greatest group_concat grouping has_schema_privilege has_table_privilege hex hour if ifnull iif in initcap instr ' +
    'interval is_json isnull json json_agg json_array json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_contains json_each json_each_text json_extract ' +
    'json_extract_path json_extract_path_text json_extract_string json_group_array json_group_object json_keys json_length json_object json_object_agg json_object_keys json_pretty json_quote json_search ' +
    'json_tree json_type json_typeof json_unquote json_valid json_value jsonb_agg jsonb_array_elements jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each ' +
    'jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_object_agg jsonb_object_keys jsonb_pretty jsonb_typeof julianday lag last_day last_insert_rowid last_value lcase lead least left ' +
    'length like list ln localtime locate log log10 log2 lower lpad ltrim make_date make_interval max md5 median mid min minute mod mode month monthname not now nth_value ntile ' +
    'nullif numeric nvl object_keys octet_length or ord over overlay partition percent_rank percentile_cont percentile_disc pi position pow power printf quarter quote quote_ident quote_literal rand ' +
    'random rank regexp_count regexp_extract regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right round row ' +
    'row_number row_to_json rpad rtrim schema second sha1 sha2 sha256 sign sin some split split_part sqlite_source_id sqlite_version sqrt stddev stddev_pop stddev_samp str_to_date strftime string_agg ' +
    'string_to_array strpos struct substr substring substring_index sum tan time timediff timestamp timestampadd timestampdiff timezone to_base64 to_char to_date to_hex to_json to_jsonb to_number ' +
    'to_timestamp total trim trunc try_cast typeof ucase unhex unicode unistr unixepoch unix_timestamp unlikely unnest upper user using utc_timestamp uuid value values var_pop var_samp variance version ' +
    'week weekday where within year yearweek zeroblob varchar decimal and as by case distinct else from group_id having on select then union except intersect when with limit offset array_contains ' +
    'array_size array_distinct map_keys map_values named_struct collect_list collect_set approx_count_distinct hll_count size sequence filter lateral all between recursive materialized is ' +
    'pragma_table_info pragma_index_list pragma_index_info pragma_foreign_key_list pragma_table_list pragma_database_list rows range groups',
);

const callsOther = (statement: string): boolean =>
  [...statement.matchAll(/([\w.]+)\s*\(/g)].some(
    ([, name = '']) => /[a-z_]/i.test(name) && !functions.has(name.toLowerCase()),
  );

/** Is this one statement that only reads? */
export function sqlOnlyReads(source: string): boolean {
  if (/[\\`]|^\s*\./.test(source)) return false;
  const bare = withoutTexts(source);
  if (bare === undefined) return false;
  const statement = bare.trim().replace(/;\s*$/, '').trim();
  const single = statement !== '' && !statement.includes(';');
  return single && begins.test(statement) && !changes.test(statement) && !callsOther(statement);
}

/** The statement without comments and the inside of quotes; undefined if a quote does not end, or a comment is code (MySQL). */
function withoutTexts(source: string): string | undefined {
  if (/\/\*[!+M]/.test(source)) return undefined;
  const bare = source.replace(/--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"/g, (found) =>
    found.startsWith("'") || found.startsWith('"') ? `${found[0] ?? ''}${found[0] ?? ''}` : ' ',
  );
  return /\/\*|\$\$|(?:^|[^'])'(?:[^']|$)/.test(bare.replace(/''/g, '')) ? undefined : bare;
}

const dropped =
  'database|schema|table|keyspace|measurement|column|partition|materialized\\s+view|foreign\\s+table|external\\s+table|tablespace|collection|user|role|login|owned|series|shard|retention\\s+policy|bucket|warehouse|stage|stream|share|type|snapshot|repository|index\\s+template';
const dropping = new RegExp(`^(?:(drop)\\s+(?:${dropped})\\b|(truncate)\\s+(?:table\\s+)?["\`[\\w])`, 'i');
/** `ALTER TABLE x DROP y`, where y is no constraint, default or key. */
const altering =
  /^alter\s+table\b.*?\b(drop)\s+(?:column\b|partition\b|(?!constraint|default|not|index|primary|foreign|key|check|identity|expression)["`\w])/is;
/** What depends on it is dropped as well. */
const cascading = /^(drop)\s[^]*\bcascade\s*$/i;
const immediate = /^execute\s+immediate\s+'\s*(drop|truncate)\b/i;
const names = '[\\w.`"[\\]$]+';
/** A condition that is true for every row. */
const always = "\\s+where\\s+\\(?\\s*(?:true|1|1\\s*=\\s*1|''\\s*=\\s*'')\\s*\\)?";
const deletingAll = new RegExp(
  `(?:^|\\bas\\s*\\(\\s*)delete\\s+(?:from\\s+)?(?:only\\s+)?${names}(?:\\s+(?:as\\s+)?(?!where\\b|using\\b|limit\\b|order\\b|returning\\b|from\\b)\\w+)?(?:${always})?\\s*(?:returning\\b.*)?(?:\\)|$)`,
  'is',
);
const updating = new RegExp(
  `(?:^|\\bas\\s*\\(\\s*)update\\s+(?:only\\s+)?${names}(?:\\s+(?:as\\s+)?(?!set\\b)\\w+)?\\s+set\\s`,
  'i',
);
const conditioned = /\bwhere\b/i;
const allRows = new RegExp(`${always}\\s*$`, 'i');
const clickhouse = /^alter\s+table\s+[\w.`"]+\s+(?:on\s+cluster\s+\S+\s+)?delete\s+where\s+(?:1|true|1\s*=\s*1)\s*$/i;
/** Words that may precede a statement. */
const lead =
  /^\s*(?:do\s+\$\w*\$|begin|start\s+transaction|explain\s+(?:analy[sz]e(?:\s+verbose)?|\([^)]*analy[sz]e[^)]*\))|then|else|loop|go)(?![\w])\s*/i;

/** Does a statement of this text destroy tables, databases or every row of one? */
export const sqlDestroys = (text: string): boolean => lostBy(withoutData(text)) !== undefined;

function lostBy(bare: string): { readonly verb: string; readonly why?: string } | undefined {
  const takenBack = triedOnly.test(bare) && !/;\s*(?:commit|end)\b/i.test(bare);
  for (const piece of bare.split(/;|\n\s*go\s*\n/i)) {
    const statement = piece.slice(0, longestStatement).replace(lead, '').replace(lead, '').trim();
    const verb =
      dropping.exec(statement) ?? altering.exec(statement) ?? cascading.exec(statement) ?? immediate.exec(statement);
    if (verb !== null) return { verb: (verb.slice(1).find(Boolean) ?? 'drop').toLowerCase() };
    if (takenBack) continue;
    if (deletingAll.test(statement) || clickhouse.test(statement)) {
      return { verb: 'delete every row', why: 'It deletes every row of a table.' };
    }
    if (updating.test(statement) && (!conditioned.test(statement) || allRows.test(statement))) {
      return { verb: 'update every row', why: 'It changes every row of a table.' };
    }
  }
  return undefined;
}

/** `begin; …; rollback`: changes of rows are taken back. */
const triedOnly = /^\s*(?:begin|start\s+transaction)\b[^]*;\s*rollback\s*;?\s*$/i;

/** The verb is in front. */
const longestStatement = 4_000;

const passwords = /\b(?:pg_shadow|pg_authid|authentication_string|password_hash|rolpassword)\b|\bmysql\s*\.\s*user\b/i;

/** Strings and comments are data, not statements. MySQL runs comments that begin with an exclamation mark. */
function withoutData(sql: string): string {
  return sql
    .replace(/\/\*!\d*([^]*?)\*\//g, ' $1 ')
    .replace(/--[^\n]*|\/\*[^]*?\*\//g, ' ')
    .replace(/(?<!immediate\s{1,4})'(?:[^']|'')*'/gi, "''");
}

function statements(system: string, text: string): Actions {
  const bare = withoutData(text);
  const lost = lostBy(bare);
  const shows = passwords.test(bare) && reveals('passwords of a database');
  if (lost !== undefined) {
    return { ...destroys(system, lost.verb), ...(lost.why === undefined ? {} : { why: lost.why }) };
  }
  return [shows, service(system, 'run a statement', sqlOnlyReads(text) ? 'read' : 'change')];
}

export const destroys = (system: string, verb: string): Action => ({
  ...service(system, verb, 'destroy'),
  why: 'It destroys tables or databases.',
});

/** How each client takes commands other than SQL. */
export interface Dialect {
  /** The name of the database system. */
  readonly system: string;
  /** Commands of the client that only describe the database. */
  readonly says?: RegExp;
  /** Commands of the client that run a program: its text is the first group. */
  readonly escapes?: RegExp;
  /** Files that a statement of this system reads by itself: their names are the first group. */
  readonly files?: RegExp;
  /** An option that makes the connection read-only. */
  readonly readOnly?: boolean;
}

export const postgres: Dialect = {
  system: 'postgres',
  says: /^\s*\\(?:d[a-zA-Z+]*|l\+?|z|conninfo|timing|x|pset\s.*|q|echo\s.*|s[fv]\+?)(?:\s+[\w."*?]+)?\s*;?\s*$/,
  escapes:
    /\\!\s*([^\n]+)|\\(?:o|g|gx|w|copy[^\n]*\bprogram)\s*(?:\|\s*([^\n]+)|'((?:[^']|'')+)')|\bcopy\b[^;]*?\bprogram\s*'((?:[^']|'')+)'/gi,
};
export const mysql: Dialect = { system: 'mysql', escapes: /(?:^|\n)\s*(?:\\!|system\s)\s*([^\n]+)|\\P\s+([^\n]+)/gi };
export const sqlite: Dialect = {
  system: 'sqlite',
  says: /^\s*\.(?:tables|schema|indexes|indices|databases|dbinfo|help|show|version|headers?\s+\w+|mode\s+\w+|width\s.*|quit|exit)(?:\s+[\w%.]+)?\s*$/,
  escapes: /(?:^|\n)\s*\.(?:shell|system)\s+([^\n]+)|(?:^|\n)\s*\.(?:output|once|import|read)\s+"?\|([^\n"]+)/g,
};
export const duckdb: Dialect = {
  ...sqlite,
  system: 'duckdb',
  files: /\b(?:from|join)\s+'([^']+)'|\b(?:read|scan|sniff)_?\w*\s*\(\s*'([^']+)'/gi,
};

/** A database that is opened only for reading still lets statements and functions write files and load code. */
function reachesFiles(text: string): boolean {
  const bare = withoutTexts(text);
  return (
    bare === undefined || /\b(?:copy|export|install|load|attach|outfile|dumpfile)\b/i.test(bare) || callsOther(bare)
  );
}

const text = `'([^']+)'|"([^"]+)"`;
/** Functions and statements that read files. */
const readFiles = new RegExp(
  `\\b(?:(?:pg_read_(?:binary_)?file|lo_import|load_file|readfile)\\s*\\(|copy\\b[^;]*?\\bfrom|infile)\\s*(?:${text})|\\\\copy\\b[^\\n]*?\\bfrom\\s+([^\\s'"]+)`,
  'gi',
);
/** The same for what they write. */
const writtenFiles = new RegExp(
  `\\b(?:copy\\b[^;]*?\\bto|outfile|dumpfile|(?:writefile|lo_export)\\s*\\((?:[^,'"]*,)?)\\s*(?:${text})|\\\\(?:o|out|g|gx|w|write)\\s+([^\\s'"|]+)|\\\\copy\\b[^\\n]*?\\bto\\s+([^\\s'"]+)`,
  'gi',
);
const streams = /^(?:stdin|stdout|pstdin|pstdout|program)$/i;

/** The actions of text for a database client. */
export function sqlActions(text: string, dialect: Dialect): Actions {
  const { system, says, escapes, files } = dialect;
  const found = (pattern: RegExp | undefined) =>
    pattern === undefined ? [] : [...text.matchAll(pattern)].flatMap((match) => match.slice(1).find(Boolean) ?? []);
  const programs = found(escapes).map((command) => runs({ form: 'shell', text: plainWord(command), via: system }));
  const named = (pattern: RegExp | undefined) => found(pattern).filter((name) => !streams.test(name));
  const loaded = [
    [...named(files), ...named(readFiles)].map((file) => readsAt(plainWord(file))),
    named(writtenFiles).map((file) => writes(plainWord(file))),
  ];
  if (dialect.readOnly === true) {
    return [programs, loaded, dotted(text), service(system, 'run a statement', reachesFiles(text) ? 'change' : 'read')];
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (says !== undefined && lines.length > 0 && lines.every((line) => says.test(line))) {
    return service(system, 'describe', 'read');
  }
  return [programs, loaded, dotted(text), statements(system, text)];
}

/** `.output file`, `.import file table` and similar commands. */
function dotted(text: string): Actions {
  return [
    ...text.matchAll(
      /(?:^|\n)\s*\.(output|once|backup|save|dump|clone|log|import|read|restore|open|load)\s+"?([^\s|"]+)/g,
    ),
  ].map(([, verb = '', file = '']): Actions => {
    const path = plainWord(file);
    if (/^(?:import|read|restore|open)$/.test(verb)) {
      return [reads(path), verb === 'read' && unclear('runs statements of a file')];
    }
    if (verb === 'load') return runsUnseen('loads an extension', path);
    return !/^(?:stdout|memory|main|off|on)$/.test(file) && writes(path);
  });
}

/** A client's statements: those in its words, or else those of its input. */
export function sqlGiven(words: readonly ShellWord[], stdin: Stream, dialect: Dialect): Actions {
  const given = words.map((word) => [
    word.value === undefined && unclear('the statement is not in the command'),
    sqlActions(word.text, dialect),
  ]);
  if (stdin.kind === 'text') return [given, sqlActions(stdin.text, dialect)];
  if (words.length > 0) return given;
  return service(dialect.system, 'open a session', 'change');
}
