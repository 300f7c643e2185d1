import path from 'node:path';
import type { Site } from '../../../pipeline/site';
import { gatehouseHome } from '../../../project/home';
import { configDiffers, keepConfig, putConfigBack } from '../../../project/kept-config';
import { changedDuring, type Tampering, type Look } from './tampering';

/** The person's configuration, at whatever level: the level is what a changed configuration says. */
export async function changedConfig({ by, call }: Look, site: Site): Promise<readonly Tampering[]> {
  if (site.dry === true) return [];
  const home = gatehouseHome(site.env);
  const file = path.join(home, 'config.json');
  if (!(await configDiffers(home))) return [];
  if (!changedDuring(call, file)) {
    await keepConfig(home);
    return [];
  }
  putConfigBack(home);
  const text = `${file} was changed behind Gatehouse's back by ${by}. It was restored; the changed text is in config.json.changed. If you made that change, copy it back while no call runs.`;
  return [{ file, text }];
}
