import { z } from 'zod'
import { route } from './route.ts'

export const analyticsView = z.object({
  totalUsers: z.int().nonnegative(),
  totalPackages: z.int().nonnegative(),
})

export const analyticsRoutes = {
  getDashboard: route({
    method: 'GET',
    path: '/api/analytics/dashboard',
    access: ['admin'],
    summary: "The platform's numbers",
    response: analyticsView,
  }),
}
