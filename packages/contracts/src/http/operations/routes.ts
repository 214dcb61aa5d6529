import { operationsNowRoutes } from './now.ts'

/** The calls of the page of the operators. Admins only. */
export const operationsRoutes = {
  ...operationsNowRoutes,
}
