import type { Route } from './route.ts'

/** Is a call of this route one of those that an address may make 300 of in a minute? */
export function isLimited({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/api/auth/') || path === '/api/lab-partners/register'
}
