import { usePages } from '../cache/pages'
import { useAnswer } from '../cache/use-resource'

export function useUsers(role: string, q: string) {
  return usePages('/api/users', { role, q })
}

export function useUserCounts() {
  return useAnswer('/api/users/counts').data
}
