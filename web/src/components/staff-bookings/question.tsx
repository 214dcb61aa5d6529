import type { ComponentProps } from 'react'
import { ConfirmDialog } from '@/ui/confirm-dialog'

type QuestionProps = Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange'> & {
  onClose: () => void
}

/** A question that is mounted while it is asked, so that its code loads then. */
export function Question({ onClose, ...question }: QuestionProps) {
  return <ConfirmDialog open onOpenChange={(isOpen) => !isOpen && onClose()} {...question} />
}
