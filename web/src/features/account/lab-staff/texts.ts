import type { LabPersonView } from '@jaanch/account/lab-staff/api'
import { type LabStaffRole, labStaffRoles } from '@jaanch/contracts/staff-roles'

const roleOptions: Record<LabStaffRole, string> = {
  'front-desk': 'Front desk: bookings, round sheets, payments, messages',
  collector: 'Collector: visits of a round, payments',
  technician: 'Technician: bookings, status, reports',
  pathologist: 'Pathologist: reports and their bookings',
}

export const roleChoices = labStaffRoles.map((value) => ({ value, label: roleOptions[value] }))

const chooseRole = { label: 'Role', choose: 'Select a role', missing: 'Please select a role' }

export const texts = {
  heading: { title: 'People', description: 'Who works for your lab, each with a login of their own.' },
  inviteLabel: 'Invite',
  loading: 'Loading people',
  none: 'Nobody yet',
  noneText: 'Invite your front desk, collectors and technicians: each sees only what the work needs.',
  unavailable: 'This cannot be shown at the moment.',
  person: {
    statuses: {
      invited: 'Invited',
      active: 'Active',
      disabled: 'Disabled',
      ended: 'Access ended',
    } satisfies Record<LabPersonView['status'], string>,
    lastSeen: (instant: string) => `Last seen ${instant}`,
    invitedAt: (instant: string) => `Invited ${instant}`,
    endedAt: (instant: string) => `Ended ${instant}`,
    notSeen: 'Not seen yet',
    sessions: (name: string) => `Sessions of ${name}`,
    session: (seen: string, ends: string) => `Last seen ${seen} · ends ${ends}`,
    endSession: 'End this session',
    on: (device: string) => `on ${device}`,
    menu: (name: string) => `Account of ${name}`,
    changeRole: 'Change Role',
    inviteAgain: 'Send Invitation Again',
    end: 'End Access',
    giveAgain: 'Give Access Again',
  },
  endSession: { succeeded: 'Session ended', failed: 'Failed to end the session' },
  inviteAgain: { succeeded: 'Invitation sent', failed: 'Failed to send the invitation' },
  invite: {
    dialog: {
      title: 'Invite a person',
      description: 'An email with a link is sent, on which they choose a password. It works for seven days.',
      submitLabel: 'Send Invitation',
    },
    name: 'Full Name',
    nameMissing: 'Please enter the name',
    email: 'Email',
    emailWrong: 'Please enter a valid email address',
    labRole: chooseRole.label,
    chooseRole: chooseRole.choose,
    roleMissing: chooseRole.missing,
    succeeded: 'Invitation sent',
    failed: 'Failed to invite',
  },
  role: {
    dialog: (name: string) => ({
      title: `Change the role of ${name}?`,
      description: 'They are signed out at once, everywhere, and have the role when they sign in again.',
      label: chooseRole.label,
      hint: '',
      choiceTexts: { choose: chooseRole.choose, noneChosen: chooseRole.missing },
      submitLabel: 'Change Role',
      failure: 'Failed to change the role',
    }),
    succeeded: 'Role changed',
  },
  access: {
    end: {
      question: (name: string) => ({
        title: `End the access of ${name}?`,
        description:
          'They are signed out at once, everywhere, and cannot sign in. What their phone has not sent yet, you can record for them.',
        confirmLabel: 'End Access',
        cancelLabel: 'Cancel',
      }),
      succeeded: 'Access ended',
      failed: 'Failed to end the access',
    },
    give: { succeeded: 'Access given again', failed: 'Failed to give access' },
  },
  visits: {
    title: (name: string) => `Who takes the visits of ${name}?`,
    text: 'There are visits that are not finished. What was done before now is recorded whenever a phone sends it.',
    choose: 'Collector',
    nobody: 'Nobody yet',
    submit: 'Hand over and go on',
    failed: 'Failed to hand over the visits',
  },
}
