import { MessageSquare } from 'lucide-react'
import { useMay, useMayInLab } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { useUnreadMessages } from './calls'

/** Whether the user's role includes the messages on bookings */
export function useMayMessage(): boolean {
  const ofAdmin = useMay('manager', 'support')
  return useMayInLab('front-desk') && ofAdmin
}

/** On a card of staff: how many messages they have not read. */
export function UnreadMessages({ bookingId }: { bookingId: string }) {
  const mayMessage = useMayMessage()
  const unread = useUnreadMessages(mayMessage ? bookingId : null)
  if (unread === 0) return null
  return (
    <Badge variant="accent" icon={MessageSquare}>
      {unread === 1 ? 'New message' : `${unread} new messages`}
    </Badge>
  )
}
