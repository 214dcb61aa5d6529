import { FileUp, UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '@/ui/button'
import { toast } from '@/ui/toast-store'

const FamilyDialog = lazy(async () => ({
  default: (await import('@/components/family/family-dialog')).FamilyDialog,
}))

export function QuickActions() {
  const [adding, setAdding] = useState(false)
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        look="outline"
        className="max-sm:grow"
        onClick={() => toast.plain('Upload Prescription', 'This is being built and is not open yet.')}
      >
        <FileUp aria-hidden />
        Upload Prescription
      </Button>
      <Button look="outline" className="max-sm:grow" onClick={() => setAdding(true)}>
        <UserPlus aria-hidden />
        Add Family Member
      </Button>
      {adding && (
        <Suspense>
          <FamilyDialog
            open
            onOpenChange={setAdding}
            onAdded={(member) =>
              toast.good('Family member added', `${member.name} can now be chosen when you book.`)
            }
          />
        </Suspense>
      )}
    </div>
  )
}
