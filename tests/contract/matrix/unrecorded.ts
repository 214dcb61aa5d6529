import type { CallName } from '@jaanch/api/calls'

const own = 'it is about the account of its reader'
const labContact = 'it is how Jaanch reaches a lab, not a patient'
const ownStaff = 'it is about people who work for the lab of its reader'

const noPeople = 'it is the catalogue, in which there are no people'

/** Why an answer that carries a person leaves no entry in the audit trail, by the role of its reader. */
export const unrecorded: Partial<Record<CallName, Partial<Record<'admin' | 'lab-partner', string>>>> = {
  getMe: { admin: own, 'lab-partner': own },
  changeMe: { admin: own, 'lab-partner': own },
  getNotificationPreferences: { admin: own, 'lab-partner': own },
  changeNotificationPreferences: { admin: own, 'lab-partner': own },
  listAudit: { admin: 'it is the audit trail: whom it names is in it, and reading it would add to it' },
  listBookings: {
    admin:
      'the page refreshes it all day: searches and files have an entry, and each call its line of requests',
  },
  exportCatalogue: { admin: noPeople },
  getCatalogueTemplate: { admin: noPeople },
  listApprovedLabPartners: { admin: labContact },
  listAllLabPartners: { admin: labContact },
  getLabProfile: { 'lab-partner': own },
  changeLabProfile: { 'lab-partner': own },
  listLabStaff: { 'lab-partner': ownStaff },
  inviteLabPersonAgain: { 'lab-partner': ownStaff },
}
