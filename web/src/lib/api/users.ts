import { usePages } from '../swr/pages'
import { useAnswer } from '../swr/use-answer'

export function useUsers(role: string, q: string) {
  return usePages('/api/users', { role, q })
}

export function useUserCounts() {
  return useAnswer('/api/users/counts').data
}
