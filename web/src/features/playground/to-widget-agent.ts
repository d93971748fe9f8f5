import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { chooseLanguage, closeWordIn, speakIn, translationOf } from '@antiphon/contract/visitor-texts';
import type { WidgetAgent } from '@antiphon/contract/visitors';

/** What the widget would read in this browser if these settings were published. */
export function toWidgetAgent({ ID, ownerID }: Pick<Agent, 'ID' | 'ownerID'>, written: AgentSettings): WidgetAgent {
  const lang = chooseLanguage(written, '', navigator.languages.join());
  const settings = speakIn(written, lang);
  const { theme, privacy, voice } = settings;
  return {
    ID,
    ownerID,
    title: settings.title,
    description: settings.description,
    theme: theme.theme,
    customThemeJSONString: theme.customThemeJSONString,
    fontFamily: theme.fontFamily,
    lang,
    roundedImageURL: settings.roundedImageURL,
    render: theme.render,
    proactiveMessage: theme.proactiveMessage,
    autoStartWidget: theme.autoStartWidget,
    recordChatHistory: theme.recordChatHistory,
    enableGeoAnalytics: theme.enableGeoAnalytics,
    messagesLimit: settings.limits.messagesLimit,
    ADVANCED_customCSS: theme.ADVANCED_customCSS,
    acceptsFiles: theme.acceptsFiles,
    ...(voice.isEnabled ? { speaks: true } : {}),
    ...(voice.isEnabled && voice.provider !== 'browser' && voice.credentialId !== null
      ? { callMode: 'server' as const }
      : {}),
    offersContact: settings.handoff.isEnabled,
    announcesPeople: true,
    greeting: settings.greeting,
    suggestedQuestions: settings.suggestedQuestions.filter((question) => question.trim() !== ''),
    showSources: settings.knowledge.showSources,
    showsAiNotice: privacy.showsAiNotice,
    aiNotice: privacy.aiNotice,
    policyUrl: privacy.policyUrl,
    recordsPages: false,
    formOffer: translationOf(settings, lang)?.formOffer ?? '',
    formAway: translationOf(settings, lang)?.formAway ?? '',
    closeWord: closeWordIn(lang),
    environment: 'live',
  };
}
