import { closeWordIn, translationOf } from '@antiphon/contract/visitor-texts';
import type { WidgetAgent } from '@antiphon/contract/visitors';
import { openFlow } from '../flows/open-flow.rules.ts';
import type { AllowedSettings } from '../orgs/handoff-wishes.rules.ts';

/** UTC day, `2026-11-21`. */
export const dayOf = (now: Date) => now.toISOString().slice(0, 10);

/** What the widget may know of an agent: an allow-list, never a copy of the settings. */
export function toWidgetAgent(
  ids: Pick<WidgetAgent, 'ID' | 'ownerID' | 'environment'>,
  settings: AllowedSettings,
  customCss: string,
  lang: string,
): WidgetAgent {
  const { theme, privacy } = settings;
  // As a conversation begins; what hangs on time does not stand at a beginning.
  const opening = openFlow(settings, { version: null, at: 0, lang });
  return {
    ...ids,
    title: settings.title,
    description: settings.description,
    lang,
    roundedImageURL: settings.roundedImageURL,
    greeting: opening.text,
    ...(opening.choices.length > 0 ? { choices: opening.choices } : {}),
    suggestedQuestions: settings.suggestedQuestions,
    theme: theme.theme,
    customThemeJSONString: theme.customThemeJSONString,
    fontFamily: theme.fontFamily,
    render: theme.render,
    proactiveMessage: theme.proactiveMessage,
    autoStartWidget: theme.autoStartWidget,
    recordChatHistory: theme.recordChatHistory,
    enableGeoAnalytics: theme.enableGeoAnalytics,
    ADVANCED_customCSS: customCss,
    acceptsFiles: theme.acceptsFiles,
    ...callsOf(settings),
    messagesLimit: settings.limits.messagesLimit,
    offersContact: settings.handoff.isEnabled,
    announcesPeople: settings.handoff.announces,
    showSources: settings.knowledge.showSources,
    showsAiNotice: privacy.showsAiNotice,
    aiNotice: privacy.aiNotice,
    policyUrl: privacy.policyUrl,
    recordsPages: privacy.recordsPages,
    formOffer: translationOf(settings, lang)?.formOffer ?? '',
    formAway: translationOf(settings, lang)?.formAway ?? '',
    closeWord: closeWordIn(lang),
  };
}

/** Where sound travels to a provider, visitors are told so before they speak. */
function callsOf({ voice: { isEnabled, provider, credentialId } }: AllowedSettings): Partial<WidgetAgent> {
  if (!isEnabled) return {};
  return provider === 'browser' || credentialId === null ? { speaks: true } : { speaks: true, callMode: 'server' };
}
