import type { Route } from './route.ts'

/** Whether the route counts towards the limit of calls per network (`calls` in limits.ts). */
export function isLimited({ path }: Pick<Route, 'path'>): boolean {
  return path.startsWith('/api/auth/') || path === '/api/lab-partners/register'
}

/** Whether the route counts towards the limits of what a signed-in user changes (`customerWrites`, `staffWrites`). */
export function isWrite({ method, access }: Pick<Route, 'method' | 'access'>): boolean {
  return method !== 'GET' && access !== 'public'
}
