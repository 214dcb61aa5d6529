import type { Query } from './contract'

/** '/api/bookings/:id' with its id and query filled in; undefined and empty values are left out. */
export function urlOf(path: string, params?: { id: string }, query?: Query): string {
  const filled = params ? path.replace(':id', encodeURIComponent(params.id)) : path
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${filled}?${text}` : filled
}
