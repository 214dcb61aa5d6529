import type { Audience, NotificationKind } from '@jaanch/contracts/notification-kinds'
import { shortDate, slotText } from './format.ts'
import { actionOf, type LinkContext } from './links.ts'
import type { TemplateData } from './template-data.ts'
import { UnknownKindError, wordingOf } from './templates.ts'

/** Length of one SMS whose characters are all in the GSM alphabet. */
const maxLength = 160

/** An SMS of at most 160 characters, which names no test; the link is omitted if it does not fit. */
export function smsTemplate(
  kind: NotificationKind,
  audience: Audience,
  facts: TemplateData,
  context: LinkContext,
): string {
  const { sms, smsHasLink } = wordingOf(kind, audience)
  if (!sms) throw new UnknownKindError('SMS', kind, audience)
  const url = smsHasLink ? actionOf(kind, audience, context)?.url : undefined
  const text = toGsm(`Jaanch: ${sms(whenOf(facts), facts)}`)
  const withLink = `${text} ${url}`
  return url && withLink.length <= maxLength ? withLink : text
}

/** @returns such as `Sat 21 Nov, 8 am-10 am (JN-2026-000123)` */
function whenOf({ scheduledDate, scheduledTime, orderNumber }: TemplateData): string {
  const isInstant = scheduledDate === null || scheduledTime === null
  const when = isInstant ? 'within 2-4 hours' : `${shortDate(scheduledDate)}, ${slotText(scheduledTime, '-')}`
  return orderNumber ? `${when} (${orderNumber})` : when
}

/** A character outside the GSM alphabet reduces an SMS from 160 to 70 characters. */
function toGsm(text: string): string {
  return text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[–—·]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('₹', 'Rs ')
    .replaceAll('\u00a0', ' ')
}
