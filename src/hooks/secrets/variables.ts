const secretName =
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|(?:^|_)(?:KEY|PWD|PASS|AUTH|PAT|DSN|COOKIE)(?:_|$)|APIKEY|DATABASE_URL/i;

/** Names that speak of secrets and hold none. */
const harmless =
  /^(?:PWD|OLDPWD)$|(?:_FILE|_PATH|_NAME|_DIR|_ID|_URL|_URI|_TYPE|_LENGTH|_COUNT|_LIMIT|_TTL|_EXPIRY|_KEY_NAME|_SOCK|_ENDPOINT)$|MAX_?TOKENS|^SSH_AUTH_SOCK$|^XAUTHORITY$|^(?:KEY|key|PASS|pass|AUTH|auth|TOKENS?_(?:USED|MAX)|tokens)$/;

/** Does a variable of this name hold a secret, as far as its name says? */
export const isSecretVariable = (name: string): boolean =>
  name === 'DATABASE_URL' || (secretName.test(name) && !harmless.test(name));
