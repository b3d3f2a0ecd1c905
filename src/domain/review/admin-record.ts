import type { Deps } from '#src/deps.ts'
import {
  type Application,
  directorsOf,
  signaturesOf,
} from '#src/domain/applications/application.ts'
import { instant } from '#src/domain/calendar.ts'
import { clientByApplication } from '#src/domain/clients/clients.ts'
import { agreedOf } from '#src/domain/decisions/decision-record.ts'
import { documentKindsOf } from '#src/domain/documents/stored-documents.ts'
import { ownerName } from '#src/domain/staff/owners.ts'
import { toDataUri } from '#src/security/png.ts'
import { proposalOf } from './proposals.ts'

/** Returns every field, with instants as ISO in UTC and signatures as data URIs. */
export function adminRecord(deps: Deps, application: Application) {
  const {
    seq: _seq,
    telephoneKey: _telephoneKey,
    mainEmailKey: _mainEmailKey,
    applicantEmail: _applicantEmail,
    agreementToday: _agreementToday,
    coRegistrationKey: _coRegistrationKey,
    vatNoKey: _vatNoKey,
    searchText: _searchText,
    ...fields
  } = application
  const { authorisation, finance } = signaturesOf(deps, application)
  return {
    ...fields,
    businessTypes: fields.businessTypes ?? [],
    createdAt: instant(fields.createdAt),
    updatedAt: instant(fields.updatedAt),
    submittedAt: instant(fields.submittedAt),
    approvedAt: instant(fields.approvedAt),
    rejectedAt: instant(fields.rejectedAt),
    remindedAt: instant(fields.remindedAt),
    owner: ownerName(deps, fields.owner),
    authSignature: authorisation && toDataUri(authorisation.png),
    typedSignature: authorisation?.typedName ?? null,
    financeSignature: finance && toDataUri(finance.png),
    directors: directorsOf(deps, application),
    documents: documentKindsOf(deps, application),
    signInEmail: clientByApplication(deps, application)?.email ?? null,
    proposal: proposalOf(deps, application),
    agreed: agreedOf(deps, application),
  }
}
