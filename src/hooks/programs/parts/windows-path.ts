/** A path of Windows as the shells beside it spell it: `C:\Users\dev`, `%USERPROFILE%`, `$env:USERPROFILE`, `/c/Users/dev`. */
export function windowsPath(text: string, home: string, cwd = '/'): string {
  const path = text
    .replace(/^["']|["']$/g, '')
    .replace(
      /^(?:%(?:USERPROFILE|HOMEDRIVE%%HOMEPATH|HOMEPATH)%|\$\{?(?:HOME\b|env:(?:USERPROFILE|HOME)\b)\}?|~(?=[\\/]|$))/i,
      home,
    )
    .replace(/^(?:%(?:SYSTEMROOT|WINDIR)%|\$\{?env:(?:SYSTEMROOT|WINDIR)\b\}?)/i, '/c/Windows')
    .replace(/^(?:%SYSTEMDRIVE%|\$\{?env:SYSTEMDRIVE\b\}?)/i, '/c')
    .replace(/^(?:%PROGRAMFILES%|\$\{?env:PROGRAMFILES\b\}?)/i, '/c/Program Files')
    .replace(/\\/g, '/');
  // On Windows itself the project's paths begin with a drive.
  return /^[a-z]:/i.test(cwd)
    ? path
    : // A shell that is not of Windows takes the backslash of `C:\\Users` away.
      path
        .replace(/^([A-Za-z]):(?!\/|$)/, '$1:/')
        .replace(/^([A-Za-z]):/, (_, letter: string) => `/${letter.toLowerCase()}`);
}
