import { FileUp, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'
import { actions as texts } from './texts'

const FamilyDialog = lazyDialog(async () => (await import('@/components/family/family-dialog')).FamilyDialog)
const PrescriptionDialog = lazyDialog(
  async () => (await import('@/components/prescription/prescription-dialog')).PrescriptionDialog,
)

export function QuickActions() {
  const [dialog, setDialog] = useState<'upload' | 'family'>()
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" className="max-sm:grow" onClick={() => setDialog('upload')}>
        <FileUp aria-hidden />
        {texts.upload}
      </Button>
      <Button variant="outline" className="max-sm:grow" onClick={() => setDialog('family')}>
        <UserPlus aria-hidden />
        {texts.addMember}
      </Button>
      {dialog === 'upload' && (
        <PrescriptionDialog onClose={close} onUploaded={() => navigate(paths.bookings)} />
      )}
      {dialog === 'family' && (
        <FamilyDialog
          onClose={close}
          onAdded={({ name }) => toast.success(texts.memberAdded, texts.memberAddedText(name))}
        />
      )}
    </div>
  )
}
