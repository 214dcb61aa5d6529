import type { UserView } from '@jaanch/contracts/http/auth'
import { call } from '../http/call'
import type { OptionsAt } from '../http/contract'

/** Changes one's own name, phone, date of birth or gender. The session learns of it by asking who is signed in. */
export function changeMe(body: OptionsAt<'PUT', '/api/users/me'>['body']): Promise<UserView> {
  return call('PUT', '/api/users/me', { body })
}
