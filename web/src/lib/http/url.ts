import type { Query } from './contract'

/** @returns '/api/bookings/:id' with the id and the query; undefined and empty query values are left out */
export function urlOf(path: string, params?: { id: string }, query?: Query): string {
  const filledPath = params ? path.replace(':id', encodeURIComponent(params.id)) : path
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${filledPath}?${text}` : filledPath
}
