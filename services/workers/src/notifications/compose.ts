import type pg from 'pg'
import type { Intent } from '../delivery/intents.ts'
import type { Composed } from '../delivery/post-office.ts'
import { createDossiers, type Dossier } from './dossier.ts'
import { letterHtml } from './email/html.ts'
import { letterOf, letterOfText } from './email/letter.ts'
import { letterText } from './email/text.ts'
import { smsOf } from './sms.ts'

/** Writes messages: in words made now, or with the text that came with the intent. @param publicUrl where links lead */
export function createComposer(pool: pg.Pool, publicUrl: string): (intent: Intent) => Promise<Composed> {
  const dossierOf = createDossiers(pool)
  return async (intent) => {
    // what came with a text is asked for by its reader, whatever else they want to hear
    const isVoid = intent.about === null && intent.text === null
    if (isVoid) return { skipped: 'its text was void' }
    const dossier = await dossierOf(intent)
    const reason = reasonToSkip(intent, dossier)
    if (reason) return { skipped: reason }
    return { message: intent.channel === 'sms' ? sms(intent, dossier) : email(intent, dossier) }

    function sms({ id, about, text }: Intent, { recipient, facts, bookingId }: Dossier) {
      const words = about
        ? smsOf(about.notice, about.audience, facts, { publicUrl, bookingId })
        : (text?.body ?? '')
      return { id, channel: 'sms' as const, to: recipient.phone ?? '', subject: '', text: words, html: null }
    }

    function email({ id, about, text }: Intent, dossier: Dossier) {
      const letter = about
        ? letterOf(about.notice, about.audience, dossier, publicUrl)
        : letterOfText(text?.subject ?? '', text?.body ?? '')
      return {
        id,
        channel: 'email' as const,
        to: dossier.recipient.email,
        subject: letter.subject,
        text: text?.body ?? letterText(letter),
        html: letterHtml(letter, publicUrl),
      }
    }
  }
}

function reasonToSkip({ about, channel }: Intent, { recipient }: Dossier): string | undefined {
  if (!recipient.isActive) return 'the account is disabled'
  if (about && !recipient.wants) return 'its reader does not want to hear by this way'
  if (!(channel === 'sms' ? recipient.phone : recipient.email))
    return 'its reader cannot be reached by this way'
  return undefined
}
