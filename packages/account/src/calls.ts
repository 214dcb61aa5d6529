import { auditCalls } from './audit/api.ts'
import { contactCalls } from './contacts/api.ts'
import { labStaffCalls } from './lab-staff/api.ts'
import { labPartnerCalls, labProfileCalls } from './labs/api.ts'
import { geocodeCalls, peopleCalls } from './people/api.ts'
import { privacyCalls } from './privacy/api.ts'
import { secondFactorCalls } from './second-factors/api.ts'
import { authCalls } from './sessions/api.ts'
import { savedViewCalls, userCalls } from './users/api.ts'

export const accountCalls = {
  ...authCalls,
  ...secondFactorCalls,
  ...userCalls,
  ...savedViewCalls,
  ...privacyCalls,
  ...contactCalls,
  ...auditCalls,
  ...peopleCalls,
  ...labPartnerCalls,
  ...labProfileCalls,
  ...labStaffCalls,
  ...geocodeCalls,
}
