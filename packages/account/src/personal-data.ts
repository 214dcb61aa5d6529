import { keptFor } from '@jaanch/contracts/kept-for'
import {
  after,
  before,
  type Erasure,
  type ExportedData,
  erased,
  type TablesData,
} from '@jaanch/platform/personal-data'
import { type FragmentSqlToken, sql } from 'slonik'

const ofUser: { ofPerson: readonly Erasure[] } = { ofPerson: [{ where: 'user_id = $1' }] }

export const accountTables = {
  former_sessions: {
    ...ofUser,
    pruned: {
      what: 'sessions that a lab ended, until phones have handed in what was done before',
      keptFor: 'until their end',
      isOver: 'ends_at < statement_timestamp()',
    },
  },
  sessions: {
    ...ofUser,
    pruned: {
      what: 'sessions that ended',
      keptFor: 'until their end',
      isOver: 'ends_at < statement_timestamp()',
    },
  },
  contact_codes: { ...ofUser, ended: 'after a day, by the API' },
  second_factors: { ...ofUser, ended: 'with the account, whose owner has to show one to add another' },
  second_factor_tickets: { ...ofUser, ended: 'after an hour, by the API' },
  recovery_codes: { ...ofUser, ended: 'with the account, which has ten' },
  password_resets: {
    ...ofUser,
    ended: 'after an hour, those of invitations after seven days, by the API',
  },
  saved_views: {
    ...ofUser,
    pruned: {
      what: 'saved views of staff that nobody used',
      keptFor: keptFor.savedViews,
      isOver: `used_on < ((${before(keptFor.savedViews)}) at time zone 'UTC')::date`,
    },
  },
  account_changes: {
    // why the account was disabled or enabled: a text that an admin typed
    ofPerson: [{ where: 'user_id = $1', blank: { reason: `'${erased.other}'` }, keep: ['action'] }],
    // the last change of each kind says whether the account is active, and why not
    ...after(
      'why accounts and labs were disabled or enabled, but for the last time',
      keptFor.audit,
      'at',
      `exists (select from account_changes newer
        where newer.user_id = account_changes.user_id and newer.id > account_changes.id
          and (newer.lab_partner_id is null) = (account_changes.lab_partner_id is null))`,
    ),
  },
  customer_addresses: {
    ofPerson: [{ where: 'customer_id = $1' }],
    // bookings have a copy of theirs
    ...after('addresses that their owners deleted', keptFor.discarded, 'deleted_at'),
  },
  // bookings name the family member whom they are for
  family_members: {
    ofPerson: [
      {
        where: 'customer_id = $1',
        blank: {
          name: `'${erased.other}'`,
          relationship: `'Other'`,
          date_of_birth: 'null',
          gender: 'null',
          phone: 'null',
          request_hash: 'null',
          corrected: `'{}'`,
          former_identities: `'[]'`,
          deleted_at: 'coalesce(deleted_at, now())',
          // follows by a trigger from relationship and date of birth
          adult_from: `'-infinity'`,
        },
      },
    ],
    lasting: 'blanked when the person deletes the account: bookings refer to them',
  },
  users: {
    ofPerson: [
      {
        where: 'id = $1',
        blank: {
          name: `'${erased.user}'`,
          email: `'deleted-' || id || '@invalid'`,
          phone: 'null',
          date_of_birth: 'null',
          gender: 'null',
          corrected: `'{}'`,
          former_identities: `'[]'`,
          password_hash: `'none'`,
          is_active: 'false',
          token_version: 'case when erased_at is null then token_version + 1 else token_version end',
          erased_at: 'coalesce(erased_at, now())',
        },
        keep: ['role', 'staff_role', 'lab_role'],
      },
    ],
    lasting: 'blanked when the person deletes the account: bookings refer to it',
  },
  audit: {
    impersonal: 'ids only: it proves what was done',
    ...after('the audit trail', keptFor.audit, 'at'),
  },
  relative_consents: {
    impersonal: 'ids only: they prove what was agreed to',
    lasting: 'they prove what was agreed to',
  },
  consents: {
    impersonal: 'ids only: they prove what was agreed to',
    lasting: 'they prove what was agreed to',
  },
  lab_partners: {
    impersonal: 'of a lab',
    lasting: `one row for each application: bookings and the log refer to it; blanked ${keptFor.rejectedApplications} after it was rejected`,
  },
  user_counts: { impersonal: 'numbers of users', lasting: 'does not grow with use' },
} satisfies TablesData

export const accountExport: ExportedData = {
  rows({ userId }) {
    const ofUser = (table: string): FragmentSqlToken =>
      sql.fragment`select to_jsonb(t) as row from ${sql.identifier([table])} t where user_id = ${userId}`
    return {
      account: sql.fragment`
        select to_jsonb(u) - 'password_hash' - 'token_version' as row from users u where id = ${userId}`,
      'family-members': sql.fragment`
        select to_jsonb(t) - 'request_hash' - 'adult_from' as row from family_members t where customer_id = ${userId}`,
      addresses: sql.fragment`
        select to_jsonb(t) - 'request_hash' as row from customer_addresses t where customer_id = ${userId}`,
      'relative-consents': sql.fragment`
        select to_jsonb(t) - 'customer_id' as row from relative_consents t where customer_id = ${userId}`,
      'saved-views': ofUser('saved_views'),
      consents: ofUser('consents'),
      sessions: ofUser('sessions'),
      // what the actor was, not who: the names of staff and operators are not about the person
      'audit-trail': sql.fragment`
        select to_jsonb(t) || jsonb_build_object('actor', split_part(actor, ':', 1)) as row
          from audit t where user_id = ${userId}`,
      'account-changes': sql.fragment`
        select to_jsonb(t) - 'changed_by' as row from account_changes t where user_id = ${userId}`,
      lab: ofUser('lab_partners'),
    }
  },
}
