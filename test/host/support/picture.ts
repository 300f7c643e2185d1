/**
 * Puts a picture of the workbench into out/shots/<name>.png and names the file. Desktop VS Code has no camera: nothing
 * happens there.
 */
export async function picture(name: string): Promise<string | undefined> {
  const camera = process.env.GATEHOUSE_CAMERA;
  if (camera === undefined) return undefined;
  const reply = await fetch(`${camera}/${encodeURIComponent(name)}`, { method: 'POST' });
  if (!reply.ok) throw new Error(`no picture ${name}: ${await reply.text()}`);
  return reply.text();
}
