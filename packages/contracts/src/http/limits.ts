import type { Route } from './route.ts'

/** Whether the route counts towards the limit of 300 calls per minute and address. */
export function isLimited({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/api/auth/') || path === '/api/lab-partners/register'
}
