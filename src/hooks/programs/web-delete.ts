import type { ShellWord } from '../shell/invocation';
import { isHere } from './address';
import { service, type Action } from './effect';
import { sqlDestroys } from './sql';

/** Elasticsearch, CouchDB, InfluxDB, Prometheus and their kin, by the ports that they listen at. */
const stores = /:(?:9200|9201|5984|8086|8123|6333|7700|8529|8098|2379|8500|8200|8001|9090)(?:\/|$)/;
const losesData =
  /_delete_by_query|delete_series|\/doDelete\b|_(?:flush|purge)_all|[?&]q(?:uery)?=(?:drop|truncate|delete)(?:\+|%20)/i;

/** What a request takes away at the other end: by DELETE, by its address, or by the statement that it carries. */
export function deletedByRequest(
  urls: readonly ShellWord[],
  deletes: boolean,
  data: readonly string[] = [],
): readonly Action[] {
  const store = urls.some(({ text }) => stores.test(text));
  if (deletes && store) return [service('elasticsearch', 'DELETE', 'destroy')];
  if (deletes && urls.some((url) => !isHere(url))) return [service('web service', 'DELETE', 'destroy')];
  const told = data.some(sqlDestroys) || urls.some(({ text }) => losesData.test(text));
  return told ? [service(store ? 'elasticsearch' : 'web service', 'delete', 'destroy')] : [];
}
