/**
 * A value that notes which of its parts are read, at any depth.
 *
 * @param value of JSON
 * @returns `watched`, which behaves as the value, and `unread`, the paths of the parts that nobody has read so far, without the parts
 *   of those
 */
export function watchReads<Value extends object>(value: Value) {
  const read = new Map<object, Set<PropertyKey>>()
  const proxies = new Map<object, object>()

  function watch<Part>(part: Part): Part {
    if (typeof part !== 'object' || part === null) return part
    const known = proxies.get(part)
    if (known) return known as Part
    const keys = new Set<PropertyKey>()
    read.set(part, keys)
    const proxy = new Proxy(part, {
      get(target, key) {
        keys.add(key)
        return watch(Reflect.get(target, key))
      },
    })
    proxies.set(part, proxy)
    return proxy
  }

  function findUnread(part: unknown, path: readonly string[]): string[] {
    if (typeof part !== 'object' || part === null) return []
    return Object.entries(part).flatMap(([key, child]) =>
      read.get(part)?.has(key) ? findUnread(child, [...path, key]) : [[...path, key].join('.')],
    )
  }

  return { watched: watch(value), unread: () => findUnread(value, []) }
}
