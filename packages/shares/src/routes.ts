import { createShare } from './create-share.ts'
import { getSharedFile, openShare } from './open-share.ts'
import { endShare, listShares } from './own-shares.ts'

export const shareRoutes = [createShare, listShares, endShare, openShare, getSharedFile]
