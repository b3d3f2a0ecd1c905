import { version } from '#src/domain/maintenance/health.ts'
import { openApi } from '#src/forms/integrations/api-answers.ts'
import type { Ctx } from '#src/http/context.ts'

export const GET = (c: Ctx) => c.json(openApi(version, c.var.deps.env.APP_URL))
