import type { Query } from './contract'

type Params = { id: string; reportId?: string }

/** @returns '/api/bookings/:id' with the ids and the query; undefined and empty query values are left out */
export function urlOf(path: string, params?: Params, query?: Query): string {
  const filledPath = params
    ? path.replace(/:(id|reportId)\b/g, (_, name: keyof Params) => encodeURIComponent(params[name] ?? ''))
    : path
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const text = search.toString()
  return text ? `${filledPath}?${text}` : filledPath
}
