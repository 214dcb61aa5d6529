import type { Channel } from '@jaanch/contracts/notification-kinds'
import { BadgeCheck } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { contactNames, proof as texts } from './texts'

const ContactCodeDialog = lazyDialog(async () => (await import('./contact-code-dialog')).ContactCodeDialog)

type ContactProofProps = { channel: Channel; address: string; isProven: boolean }

/** Shows that an address of the user is verified, or verifies it by a code. */
export function ContactProof({ channel, address, isProven }: ContactProofProps) {
  const [isOpen, setOpen] = useState(false)
  if (isProven) {
    return (
      <Badge variant="success" icon={BadgeCheck}>
        {texts.verified}
      </Badge>
    )
  }
  return (
    <>
      <Button variant="soft" size="sm" onClick={() => setOpen(true)}>
        <Named of={`your ${contactNames[channel]}`}>{texts.verify}</Named>
      </Button>
      {isOpen && <ContactCodeDialog channel={channel} address={address} onClose={() => setOpen(false)} />}
    </>
  )
}
