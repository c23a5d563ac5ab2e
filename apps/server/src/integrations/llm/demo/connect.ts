/** How the person who runs the server connects a model. */
export const connectSteps = `**To connect a model**, whoever runs this server can:

1. **Use a local model.** Install [Ollama](https://ollama.com) and run \`ollama pull llama3.2\`. Noek finds it on its usual port (127.0.0.1:11434) within a minute, without a restart. LM Studio (port 1234) and llama.cpp (port 8080) are found the same way.
2. **Use OpenAI.** Start the server with a key:

\`\`\`bash
OPENAI_API_KEY=your-key npm start
\`\`\`

3. **Use others, with fallback.** \`AI_PROVIDERS\` takes a list, which is tried in its order:

\`\`\`bash
AI_PROVIDERS='[{ "name": "Groq", "baseUrl": "https://api.groq.com/openai/v1", "apiKey": "your-key", "model": "llama-3.3-70b-versatile" }]' npm start
\`\`\``;

/** Ends every answer of the demo. */
export const demoNotice = '*This is the built-in demo answering, not a language model.*';
