import type { Audience } from '@jaanch/messages/message'
import type { BookingParties, StreamEvent } from '../parties.ts'
import type { TemplateData } from '../template-data.ts'

type Sentences = (facts: TemplateData) => readonly string[]

/** The page that a message links to. `ofBooking`: where the message is about a booking, that booking is opened in it */
export type Link = { label: string; path: string; ofBooking?: boolean }

/** The wording of a kind of notification for one audience: when it is told, and the text in the list of the client, by e-mail and by SMS. */
export type Wording = {
  /** Default: after all events that the kind tells of. @param before the parties of the booking before the event */
  isTold?: (event: StreamEvent, before: BookingParties | undefined) => boolean
  /** The recipient did it: a mail for their calendar, nothing that interrupts them */
  isOwnAction?: (event: StreamEvent) => boolean
  /** The lab that has the booking no longer, instead of the one that has it now */
  isForFormerLab?: true
  title: string
  body: (facts: TemplateData) => string
  /** Advice for the recipient: whole sentences */
  advice?: Sentences
  /** The SMS after `Jaanch: `. An SMS interrupts: only if the recipient may have to act. Missing: there is none */
  sms?: (when: string, facts: TemplateData) => string
  /** The SMS has the link, because an action is required */
  smsHasLink?: true
  /**
   * Sent whatever the recipient declined, to addresses that are not verified too, and beyond the limits of a day: somebody's health
   * depends on it
   */
  isUrgent?: true
  /** The roles of the lab's people, or of the admins, who get it by message; default: the lab's owner, and who sees the list of admins */
  toldRoles?: (event: StreamEvent) => readonly string[]
  /** In the list of the client alone: nobody has to act */
  isListedOnly?: true
  /** No collection follows: the mail leaves out area, lab and payment */
  isOver?: true
  /** null: a mail without a button. Default: the booking, or the console of admins */
  link?: Link | null
}

/** The wordings of a kind by audience; an audience without one never gets the kind. */
export type Wordings = Partial<Record<Audience, Wording>>
