/** Puts a picture of the workbench into out/shots/<name>.png. Desktop VS Code has no camera: nothing happens there. */
export async function picture(name: string): Promise<void> {
  const camera = process.env.GATEHOUSE_CAMERA;
  if (camera === undefined) return;
  const reply = await fetch(`${camera}/${encodeURIComponent(name)}`, { method: 'POST' });
  if (!reply.ok) throw new Error(`no picture ${name}: ${await reply.text()}`);
}
