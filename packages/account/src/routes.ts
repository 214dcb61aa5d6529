import { listAccess, listAudit } from './audit/list-audit.ts'
import { proveContact, sendContactCode } from './contacts/contact-codes.ts'
import { endLabPersonSession } from './lab-staff/change-person.ts'
import { inviteLabPerson, inviteLabPersonAgain } from './lab-staff/invite-person.ts'
import { listLabStaff } from './lab-staff/list-staff.ts'
import {
  approveLabPartner,
  registerLabPartner,
  reinstateLabPartner,
  rejectLabPartner,
} from './labs/command-lab.ts'
import { changeLabPartner, changeLabProfile, getLabProfile } from './labs/lab-profile.ts'
import { listAllLabPartners, listApprovedLabPartners, listTopLabPartners } from './labs/list-labs.ts'
import {
  addAddress,
  changeAddress,
  findArea,
  geocode,
  listAddresses,
  removeAddress,
} from './people/addresses.ts'
import {
  addFamilyMember,
  changeFamilyMember,
  listFamilyMembers,
  removeFamilyMember,
} from './people/family-members.ts'
import {
  getRelativeConsent,
  giveRelativeConsent,
  withdrawRelativeConsent,
} from './people/relative-consent.ts'
import { answerConsent, listConsents } from './privacy/consents.ts'
import {
  addSecondFactor,
  beginSecondFactorChange,
  confirmOwnSession,
  listSecondFactors,
  removeSecondFactor,
  renewOwnRecoveryCodes,
} from './second-factors/own-factors.ts'
import { answerSecondFactor } from './second-factors/second-step.ts'
import { logIn } from './sessions/log-in.ts'
import {
  endSession,
  endUserSessions,
  listSessions,
  logOut,
  signOutEverywhere,
} from './sessions/own-sessions.ts'
import { register } from './sessions/register-user.ts'
import { changePassword, forgotPassword, resetPassword } from './sessions/set-password.ts'
import { changeRoleOfAdmin, disableUser, enableUser } from './users/change-standing.ts'
import { countUsers, listUsers } from './users/list-users.ts'
import { changeMe, getMe } from './users/profile.ts'
import { listViews, removeView, saveView, useView } from './users/saved-views.ts'

export const accountRoutes = [
  // sessions
  logIn,
  register,
  forgotPassword,
  resetPassword,
  changePassword,
  logOut,
  listSessions,
  endSession,
  signOutEverywhere,
  endUserSessions,
  // second factors
  answerSecondFactor,
  listSecondFactors,
  confirmOwnSession,
  beginSecondFactorChange,
  removeSecondFactor,
  renewOwnRecoveryCodes,
  addSecondFactor,
  // users
  sendContactCode,
  proveContact,
  disableUser,
  enableUser,
  changeRoleOfAdmin,
  listViews,
  saveView,
  useView,
  removeView,
  getMe,
  changeMe,
  countUsers,
  listUsers,
  listConsents,
  answerConsent,
  // people
  listFamilyMembers,
  addFamilyMember,
  changeFamilyMember,
  removeFamilyMember,
  listAddresses,
  addAddress,
  changeAddress,
  removeAddress,
  getRelativeConsent,
  giveRelativeConsent,
  withdrawRelativeConsent,
  geocode,
  findArea,
  // labs
  registerLabPartner,
  listApprovedLabPartners,
  listAllLabPartners,
  listTopLabPartners,
  changeLabPartner,
  getLabProfile,
  changeLabProfile,
  approveLabPartner,
  rejectLabPartner,
  reinstateLabPartner,
  listLabStaff,
  inviteLabPerson,
  inviteLabPersonAgain,
  endLabPersonSession,
  // the audit trail
  listAudit,
  listAccess,
]
