import type { Channel } from '@jaanch/messages/message'
import { type ComponentProps, useState } from 'react'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'

/** The word for the address of a channel within a sentence. */
export const contactNames = { email: 'email', sms: 'phone' } as const

const ContactCodeDialog = lazyDialog(
  async () => (await import('@/features/account/contact/contact-code-dialog')).ContactCodeDialog,
)

type VerifyContactProps = { channel: Channel; address: string } & Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className'
>

/** A button that verifies an address of the user by a code. */
export function VerifyContact({ channel, address, ...button }: VerifyContactProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" {...button} onClick={() => setOpen(true)}>
        <Named of={`your ${contactNames[channel]}`}>Verify</Named>
      </Button>
      {isOpen && <ContactCodeDialog channel={channel} address={address} onClose={() => setOpen(false)} />}
    </>
  )
}
