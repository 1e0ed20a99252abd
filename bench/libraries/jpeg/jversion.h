/* What libjpeg-turbo's build system would write. */
#define JVERSION "6b"
#define JCOPYRIGHT ""
#define JCOPYRIGHT_SHORT ""
